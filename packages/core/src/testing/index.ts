export { createTestClient, healthOf, ok, type TestClient } from './client.ts';
export { codeSamples } from './code-samples.ts';
export { answeredFacts, enter, type PermissionState, permissionAnswers, permissionStates } from './permission-table.ts';
export { botStatus, life, logEntry, opportunity, opportunityRecord, timeOf, trade } from './records.ts';
