import type { DatabaseSync } from 'node:sqlite';
import { type BotConfigFields, type BotConfigRecord, usualBounds } from '@triquad/core/contract';
import { isoTime } from '../model/moment.ts';
import { inTransaction } from './access-database.ts';

/**
 * The saved configurations. Which one is in force, and with which values, is a fact of the journal: `current` is its copy here, and
 * the journal wins where the two differ.
 */
export interface Configs {
  /** The active one; null where none is known to be in force. */
  active(): BotConfigRecord | null;
  /** The active one, else the oldest: what the settings show. */
  current(): BotConfigRecord;
  /** Oldest first. */
  all(): BotConfigRecord[];
  get(id: string): BotConfigRecord | null;
  count(): number;
  create(fields: BotConfigFields): BotConfigRecord;
  /** Null when `version` is not the stored one. */
  update(id: string, version: number, fields: BotConfigFields): BotConfigRecord | null;
  remove(id: string): void;
  activate(id: string): void;
  /** Writes what the journal says is in force over what is saved under this id, made if it is not there, and activates it. */
  restore(id: string, fields: BotConfigFields): void;
}

/** Opens the configurations; where there are none, `first` is proposed, and not active. */
export function createConfigs(
  database: DatabaseSync,
  first: BotConfigFields,
  newId: () => string,
  now: () => number,
): Configs {
  database.exec(
    `CREATE TABLE IF NOT EXISTS config (id TEXT PRIMARY KEY, fields TEXT NOT NULL, is_active INTEGER NOT NULL,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, version INTEGER NOT NULL) STRICT`,
  );
  const selectAll = database.prepare('SELECT * FROM config ORDER BY id');
  const select = database.prepare('SELECT * FROM config WHERE id = ?');
  const selectActive = database.prepare('SELECT * FROM config WHERE is_active = 1');
  const selectCount = database.prepare('SELECT count(*) AS number FROM config');
  const insert = database.prepare('INSERT INTO config VALUES (?, ?, 0, ?, ?, 1)');
  const update = database.prepare(
    'UPDATE config SET fields = ?, updated_at = ?, version = version + 1 WHERE id = ? AND version = ?',
  );
  const remove = database.prepare('DELETE FROM config WHERE id = ?');
  const activate = database.prepare('UPDATE config SET is_active = (id = ?)');

  const all = () => selectAll.all().map(recordOf);
  const recordOrNull = (row: Record<string, unknown> | undefined) => (row === undefined ? null : recordOf(row));
  const get = (id: string) => recordOrNull(select.get(id));
  const known = (id: string): BotConfigRecord => {
    const config = get(id);
    if (config === null) throw new Error(`no configuration ${id}`);
    return config;
  };
  const create = (fields: BotConfigFields, id: string): BotConfigRecord => {
    insert.run(id, JSON.stringify(fields), now(), now());
    return known(id);
  };
  const active = () => recordOrNull(selectActive.get());

  return {
    all,
    get,
    count: () => Number(selectCount.get()?.number),
    active,
    current: () => active() ?? all()[0] ?? create(first, newId()),
    create: (fields) => create(fields, newId()),
    update: (id, version, fields) =>
      update.run(JSON.stringify(fields), now(), id, version).changes === 1 ? known(id) : null,
    remove: (id) => remove.run(id),
    activate: (id) => activate.run(id),
    restore: (id, fields) =>
      inTransaction(database, () => {
        const saved = get(id);
        if (saved === null) create(fields, id);
        else update.run(JSON.stringify(fields), now(), id, saved.version);
        activate.run(id);
      }),
  };
}

function recordOf(row: Record<string, unknown>): BotConfigRecord {
  const fields = JSON.parse(String(row.fields)) as BotConfigFields;
  return {
    ...fields,
    risk: { ...usualBounds, ...fields.risk },
    id: String(row.id),
    is_active: row.is_active === 1,
    created_at: isoTime(Number(row.created_at)),
    updated_at: isoTime(Number(row.updated_at)),
    version: Number(row.version),
  };
}
