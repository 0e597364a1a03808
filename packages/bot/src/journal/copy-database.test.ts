import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { copyDatabase } from './schema.ts';
import { journalPath } from './sqlite.suite.ts';

const rows = 2_000;

const filled = (): { file: string; database: DatabaseSync } => {
  const file = journalPath();
  const database = new DatabaseSync(file);
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE one (text TEXT NOT NULL)');
  const put = database.prepare('INSERT INTO one VALUES (?)');
  database.exec('BEGIN');
  for (let row = 0; row < rows; row++) put.run('x'.repeat(1_000));
  database.exec('COMMIT');
  return { file: `${file}.copy`, database };
};
const countIn = (file: string): unknown => {
  using copy = new DatabaseSync(file, { readOnly: true });
  return copy.prepare('SELECT count(*) AS count FROM one').get()?.count;
};

test('a database is copied while its user is in a transaction, and none of it is in the copy by halves', async () => {
  const { file, database } = filled();
  database.exec('BEGIN IMMEDIATE; DELETE FROM one');
  let isOver = false;
  const copying = copyDatabase(database, file).finally(() => {
    isOver = true;
  });
  for (let n = 0; n < 200; n++) await turn();
  expect(isOver).toBe(false);
  database.exec('ROLLBACK');
  await copying;
  expect(countIn(file)).toBe(rows);
});

test('a copy of a database that goes on writing holds what some commit had left', async () => {
  const { file, database } = filled();
  const put = database.prepare('INSERT INTO one VALUES (?)');
  let [isOver, last] = [false, rows];
  const copying = copyDatabase(database, file).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // Two rows or none of them; the loop is free between transactions.
    database.exec('BEGIN IMMEDIATE');
    for (let n = 0; n < 2; n++) put.run('y'.repeat(1_000));
    database.exec('COMMIT');
    last += 2;
    await turn();
  }
  await copying;
  const copied = Number(countIn(file));
  expect(copied % 2).toBe(0);
  expect(copied).toBeGreaterThanOrEqual(rows);
  expect(copied).toBeLessThanOrEqual(last);
});
