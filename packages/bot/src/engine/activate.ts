import type { Core } from '../kernel/core.ts';
import type { ActivateConfig, Answers, CommandResult } from '../model/command.ts';
import type { Fact } from '../model/event.ts';

type Needs = Pick<Core, 'clock' | 'recorder'>;

/** Puts a configuration in force; answers its version. */
export const activate = (
  { recorder: { state, record }, clock }: Needs,
  { id, name, config, actor }: ActivateConfig,
): CommandResult<Answers['ActivateConfig']> => {
  const version = (state.config?.version ?? 0) + 1;
  const fact: Fact = { type: 'ConfigActivated', version, id, name, config, actor, at: clock.now() };
  if (record([fact])) return { ok: true, value: { version } };
  return { ok: false, problem: 'unavailable', detail: 'the journal cannot be written' };
};
