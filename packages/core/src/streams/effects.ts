import { filter, map, merge, type Observable } from 'rxjs';
import type { StampedCommand } from '../journal/command.ts';
import type { ClientEvent } from '../journal/event.ts';
import type { Message } from '../journal/journal.ts';
import { accessEffects } from './access-effects.ts';
import { backtestEffects } from './backtest-effects.ts';
import { backupEffects } from './backup-effects.ts';
import { configurationEffects } from './configuration-effects.ts';
import { exportEffects } from './export-effects.ts';
import { fileEffects } from './file-effects.ts';
import { historyEffects } from './history-effects.ts';
import { importEffects } from './import-effects.ts';
import { inLanes, type Rows } from './lanes.ts';
import { marketEffects } from './market-effects.ts';
import { notificationEffects } from './notification-effects.ts';
import { orderEffects } from './order-effects.ts';
import type { EffectPorts } from './perform.ts';
import { riskEffects } from './risk-effects.ts';
import { restoredParameters, settingEffects } from './setting-effects.ts';
import { walletEffects } from './wallet-effects.ts';

/** Every command that needs no machine, and how it is performed. */
export const effectRows: Rows = {
  ...orderEffects,
  ...riskEffects,
  ...walletEffects,
  ...settingEffects,
  ...configurationEffects,
  ...accessEffects,
  ...backupEffects,
  ...marketEffects,
  ...notificationEffects,
  ...historyEffects,
  ...importEffects,
  ...fileEffects,
  ...exportEffects,
  ...backtestEffects,
};

/** Performs these commands, and restores at the start the parameters that an earlier session kept. */
export const effects = (messages$: Observable<Message>, ports: EffectPorts): Observable<ClientEvent> =>
  merge(
    messages$.pipe(
      filter((message): message is StampedCommand => Object.hasOwn(effectRows, message.type)),
      inLanes(effectRows, ports),
    ),
    messages$.pipe(
      filter(({ type }) => type === 'ClientStarted'),
      map(() => restoredParameters(ports.storage)),
      filter((event) => event !== null),
    ),
  );
