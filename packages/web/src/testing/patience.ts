import { configure } from '@testing-library/react';

// `findBy…` and `waitFor` end at once when they find something: only a test that hangs may fail by their limit, also on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
