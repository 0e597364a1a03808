import { testOddCalls } from './fuzz-calls.suite.ts';

testOddCalls(1, 2);
