import type { WhatIfConfig } from '@triquad/core/contract';
import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { notFound, notValid, Refusal } from '../problem.ts';

export const researchRoutes = ({ whatIf }: Backend): Pick<Handlers, 'research.whatif'> => ({
  'research.whatif': async ({ query: { types, ...rest } }) => {
    const config: WhatIfConfig = {
      ...rest,
      ...(types === undefined ? {} : { enable_triangular: types === 'tri', enable_quadrangular: types === 'quad' }),
    };
    const answer = await whatIf.ask(config);
    if (answer === null) return notFound('recording', config.recording);
    if (answer === 'too many')
      return new Refusal(409, 'queue_full', 'Too many questions wait already: try again in a while.');
    return 'field' in answer ? notValid(answer.field, answer.message, answer.code) : answer;
  },
});
