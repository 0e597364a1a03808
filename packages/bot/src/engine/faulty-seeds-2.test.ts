import { testSeeds } from './faulty-seeds.suite.ts';

testSeeds(1, 2);
