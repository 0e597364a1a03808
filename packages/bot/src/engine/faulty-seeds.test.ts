import { testSeeds } from './faulty-seeds.suite.ts';

testSeeds();
