export { createTestClient, healthOf, ok, type TestClient } from './client.ts';
export { codeSamples } from './code-samples.ts';
export { createFakeApi, type FakeApi } from './fake-api.ts';
export { createFakeClock, type FakeClock, settled } from './fake-clock.ts';
export { createFakeSocket, type FakeConnection, type FakeSocket } from './fake-socket.ts';
export { entriesFrom, given, startOfTest } from './given.ts';
export {
  answeredFacts,
  enter,
  type PermissionState,
  permissionAnswers,
  permissionStates,
} from './permission-table.ts';
export {
  botStatus,
  life,
  logEntry,
  notification,
  opportunity,
  opportunityRecord,
  order,
  timeOf,
  trade,
} from './records.ts';
