import type { ClientState } from '@triquad/core';
import { openApi } from '@triquad/core/contract';
import { useClientState } from '../../client-context.tsx';
import { type Operation, operationsOf } from './document.ts';

const selectCapabilities = ({ health }: ClientState) => health.capabilities;
const operations = operationsOf(openApi('', '/api/v1'));

/** Calls of the contract that the bot announces. */
export const useOperations = (): readonly Operation[] => {
  const capabilities = useClientState(selectCapabilities);
  return operations.filter(({ extension }) => extension === null || capabilities.includes(extension));
};
