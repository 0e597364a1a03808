import * as z from 'zod/mini';
import { enveloped, looseRows } from '../loose.ts';
import {
  BestQuery,
  Opportunity,
  OpportunityQuery,
  OpportunityRecord,
  OpportunityStats,
  OpportunityStatsRecord,
} from '../opportunity.ts';
import { listOf } from '../primitives.ts';
import { route } from '../route.ts';

export const opportunityRoutes = {
  'opportunities.list': route({
    method: 'GET',
    path: '/opportunities/',
    role: 'viewer',
    query: OpportunityQuery,
    record: listOf(OpportunityRecord),
    answer: looseRows(Opportunity),
    summary: 'Opportunities, newest first',
  }),
  'opportunities.stats': route({
    method: 'GET',
    path: '/opportunities/stats',
    role: 'viewer',
    record: OpportunityStatsRecord,
    answer: enveloped(OpportunityStats),
    summary: 'Counts and averages of the last minutes',
  }),
  'opportunities.best': route({
    method: 'GET',
    path: '/opportunities/best',
    role: 'viewer',
    query: BestQuery,
    record: z.nullable(OpportunityRecord),
    answer: enveloped(z.nullable(Opportunity)),
    summary: 'The most profitable opportunity that is valid now, or null',
  }),
  'opportunities.get': route({
    method: 'GET',
    path: '/opportunities/{id}',
    role: 'viewer',
    record: OpportunityRecord,
    answer: enveloped(Opportunity),
    summary: 'One opportunity',
  }),
} as const;
