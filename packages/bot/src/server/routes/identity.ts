import type { Backend } from '../backend.ts';
import type { Handlers } from '../handler.ts';
import { Refusal } from '../problem.ts';

export function identityRoutes({ identity }: Backend): Pick<Handlers, 'identity.prove'> {
  return {
    'identity.prove': ({ body }) =>
      identity.prove(body) ?? new Refusal(409, 'not_its_address', 'The bot does not answer at that address.'),
  };
}
