import { comparesForms } from './forms.suite.ts';

comparesForms(200);
