import { expect, test } from 'vitest';
import { createTestClient, ok } from '../testing/client.ts';

const answerOf = (name: string) => ({ name, bytes: 10, files: 1, at: '2026-01-31T12:00:00.000Z' });
const fileOf = (name: string) => ({ name, bytes: 10, content: name });

const clientOf = (answers: NonNullable<Parameters<typeof createTestClient>[0]>['answers']) => {
  const test = createTestClient({ token: 't', answers });
  test.client.start();
  const states = () => test.client.getSnapshot().sending.map(({ name, state }) => `${name} ${state}`);
  return { ...test, states };
};

test('files go one after the other; one that is there already is passed over with its reason', async () => {
  const { client, api, clock, states } = clientOf({
    'recordings.files.upload': ({ path }) =>
      path?.name === 'b.csv'
        ? {
            status: 409,
            body: { detail: 'There is a file b.csv already', code: 'file_exists', params: { name: 'b.csv' } },
          }
        : { status: 201, body: answerOf(String(path?.name)) },
  });
  client.sendFiles(['a.csv', 'b.csv', 'c.csv'].map(fileOf));
  expect(states()).toEqual(['a.csv sending', 'b.csv waiting', 'c.csv waiting']);
  await clock.advance(0);
  expect(states()).toEqual(['a.csv sent', 'b.csv unsent', 'c.csv sent']);
  expect(client.getSnapshot().sending[1]?.problem).toMatchObject({ code: 'file_exists', params: { name: 'b.csv' } });
  expect(api.calls.flatMap(({ name, request }) => (name === 'recordings.files.upload' ? [request.body] : []))).toEqual(
    ['a.csv', 'b.csv', 'c.csv'].map(fileOf),
  );
  expect(JSON.stringify(client.journal.entries())).not.toContain('content');
});

test('a disk that is full ends it: what would not fit either is not sent', async () => {
  const body = { detail: 'There is room for 0.1 GB', code: 'no_room', params: { room_bytes: 1e8 } };
  const { client, api, clock, states } = clientOf({ 'recordings.files.upload': { status: 507, body } });
  client.sendFiles(['a.csv', 'b.csv'].map(fileOf));
  await clock.advance(0);
  expect(states()).toEqual(['a.csv unsent', 'b.csv unsent']);
  expect(api.count('recordings.files.upload')).toBe(1);
});

test('what is stopped ends at once, and what waits is not begun', async () => {
  const { client, api, clock, states } = clientOf({ 'recordings.files.upload': 'never' });
  client.sendFiles(['a.csv', 'b.csv'].map(fileOf));
  await clock.advance(0);
  client.send({ type: 'StopSending' });
  await clock.advance(0);
  expect(states()).toEqual(['a.csv unsent', 'b.csv unsent']);
  expect(client.getSnapshot().sending.map(({ problem }) => problem)).toEqual([undefined, undefined]);
  expect(api.count('recordings.files.upload')).toBe(1);
  client.send({ type: 'CloseImport' });
  expect(states()).toEqual([]);
});

test('a file that was imported is no longer one that was sent', async () => {
  const job = {
    ...{ id: 'i1', files: ['a.csv'], status: 'running', progress: 0, bytes: 0, total_bytes: 1 },
    ...{ quotes: 0, voids: 0, unreadable: 0, recordings: [], reasons: [], error: null, finished_at: null },
  };
  const { client, clock, states } = clientOf({
    'recordings.files.upload': { status: 201, body: answerOf('a.csv') },
    'recordings.import': ok(job),
  });
  client.sendFiles([fileOf('a.csv')]);
  await clock.advance(0);
  expect(states()).toEqual(['a.csv sent']);
  client.send({ type: 'RunImport', request: { files: ['a.csv'], remove: ['a.csv'] } });
  await clock.advance(0);
  expect(states()).toEqual([]);
});
