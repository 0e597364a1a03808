import { Health, HealthRecord } from '../health.ts';
import { enveloped } from '../loose.ts';
import { route } from '../route.ts';

export const healthRoutes = {
  health: route({
    method: 'GET',
    path: '/health',
    role: 'open',
    record: HealthRecord,
    answer: enveloped(Health),
    summary: 'Is the bot up, and what can it do',
  }),
} as const;
