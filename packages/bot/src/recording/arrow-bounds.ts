/** No stream of ours has as many columns, or says as much of itself. */
const most = 1_000;

/** Places in a FlatBuffer: a table names its members by slots, in the order in which Arrow's format lists them (Message.fbs, Schema.fbs). */
const [headerType, header] = [1, 2];
const [schemaFields, schemaMetadata] = [1, 2];
const [fieldChildren, fieldMetadata] = [5, 6];
const isSchema = 1;

/**
 * Looks whether what a message says of its columns is no more than there can be. The library goes wherever it points, and where it is wrong a
 * column may be in itself. @throws where it is more, or points out of the message.
 */
export const checkBounds = (message: Uint8Array): void => {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const follow = (at: number): number => at + view.getUint32(at, true);
  const member = (table: number, slot: number): number | null => {
    const slots = table - view.getInt32(table, true);
    const at = 4 + 2 * slot;
    const offset = at < view.getUint16(slots, true) ? view.getUint16(slots + at, true) : 0;
    return offset === 0 ? null : table + offset;
  };
  let left = most;
  const tables = (table: number, slot: number): readonly number[] => {
    const at = member(table, slot);
    if (at === null) return [];
    const list = follow(at);
    const count = view.getUint32(list, true);
    left -= count;
    if (left < 0) throw new Error('a message describes too much');
    return Array.from({ length: count }, (_, place) => follow(list + 4 + 4 * place));
  };
  const checkField = (field: number): void => {
    tables(field, fieldMetadata);
    for (const child of tables(field, fieldChildren)) checkField(child);
  };
  const root = follow(0);
  const type = member(root, headerType);
  const schema = member(root, header);
  if (type === null || schema === null || view.getUint8(type) !== isSchema) return;
  const described = follow(schema);
  tables(described, schemaMetadata);
  for (const field of tables(described, schemaFields)) checkField(field);
};
