import { testOddCalls } from './fuzz-calls.suite.ts';

testOddCalls(0, 2);
