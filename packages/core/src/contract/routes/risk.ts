import { enveloped } from '../loose.ts';
import { asOfCommit } from '../primitives.ts';
import { ResolveStranded, Risk, RiskAnswer, RiskAnswerRecord, RiskRecord } from '../risk.ts';
import { route } from '../route.ts';

export const riskRoutes = {
  risk: route({
    method: 'GET',
    path: '/risk/',
    role: 'viewer',
    extension: 'risk',
    record: asOfCommit(RiskRecord),
    answer: enveloped(Risk),
    summary: 'What holds the bot back, how much of each limit is used, and what is stranded',
  }),
  'risk.breaker.reset': route({
    method: 'POST',
    path: '/risk/breakers/{name}/reset',
    role: 'operator',
    extension: 'risk',
    idempotent: true,
    record: RiskAnswerRecord,
    answer: enveloped(RiskAnswer),
    refuses: [409],
    summary: 'Reset a tripped breaker; it trips again while its cause lasts',
  }),
  'risk.stranded.resolve': route({
    method: 'POST',
    path: '/risk/stranded/{exchange}/{asset}/resolve',
    role: 'operator',
    extension: 'risk',
    idempotent: true,
    keyed: true,
    body: ResolveStranded,
    record: RiskAnswerRecord,
    answer: enveloped(RiskAnswer),
    refuses: [409],
    summary: 'Sell a stranded asset by the best way back, or keep it as a position',
  }),
} as const;
