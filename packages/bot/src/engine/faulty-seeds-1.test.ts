import { testSeeds } from './faulty-seeds.suite.ts';

testSeeds(0, 2);
