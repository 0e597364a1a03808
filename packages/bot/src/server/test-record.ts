import type { RecordOf } from '@triquad/core/contract';
import type { Delivery } from '../alert/channel.ts';

/** What became of a test message, as the contract tells it. */
export const testRecord = (delivery: Delivery): RecordOf<'telegram.test'> =>
  delivery.ok
    ? { success: true, message: 'The test message was handed over.' }
    : { success: false, message: `Not sent: ${delivery.reason}.` };
