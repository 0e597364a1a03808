import type { LoadedState } from '../journal/resource.ts';
import { latestNames } from '../journal/resource.ts';
import type { Projection } from './projection.ts';

const initial = Object.fromEntries(latestNames.map((name) => [name, null])) as LoadedState;

/** Resources as last loaded, updated by later answers and frames. Secrets are masked or absent. */
export const loaded: Projection<LoadedState> = {
  initial,
  evolve: (state, { message }) => {
    switch (message.type) {
      case 'ResourceLoaded':
        return message.resource in initial ? { ...state, [message.resource]: message.value } : state;
      case 'ResourceDropped':
        return message.resource in initial ? { ...state, [message.resource]: null } : state;
      case 'SignedOut':
        return initial;
      case 'BalancesReported':
        return { ...state, wallets: message.balances };
      case 'MetricsReported':
        return { ...state, scan: message.metrics.scan };
      case 'RiskActionDone':
        return { ...state, risk: message.risk };
      case 'DifferenceAccepted':
        return { ...state, differences: message.differences };
      case 'ConfigSaved':
      case 'ConfigActivated':
        return { ...state, config: message.config };
      case 'TelegramSaved':
        return { ...state, telegram: message.telegram };
      case 'EmailSaved':
        return { ...state, email: message.email };
      case 'ExchangeSaved':
        return { ...state, exchanges: { ...state.exchanges, [message.name]: message.exchange } };
      case 'ExchangeDeleted': {
        const { [message.name]: _, ...exchanges } = state.exchanges ?? {};
        return { ...state, exchanges };
      }
      default:
        return state;
    }
  },
};
