import { configure } from '@testing-library/react';

// `findBy…` and `waitFor` return as soon as they find something; their limit only ends a hang.
configure({ asyncUtilTimeout: 60_000 });
