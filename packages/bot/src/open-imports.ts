import { importsFolder, type RecordOptions, recordingsFolder, usualQuotaBytes } from './open-recorder.ts';
import { createImportDesk, type ImportDesk } from './recording/import-desk.ts';
import { startImport } from './recording/start-import.ts';
import { createUploadDesk, type UploadDesk } from './recording/upload-desk.ts';

type Options = RecordOptions & { readonly now: () => number };

/** Opens the ways in for files of prices: uploads into a folder, and imports of what lies there. */
export const openImports = (
  { dataDir, recordQuotaBytes: quotaBytes = usualQuotaBytes, now }: Options,
  newId: () => string,
  opened: AsyncDisposableStack,
): { readonly imports: ImportDesk; readonly uploads: UploadDesk } => {
  const folders = { imports: importsFolder(dataDir), recordings: recordingsFolder(dataDir) };
  const imports = createImportDesk({ ...folders, quotaBytes, start: startImport, newId, now });
  opened.defer(imports.close);
  const uploads = createUploadDesk({ imports: folders.imports, mostBytes: quotaBytes, newId });
  opened.defer(uploads.close);
  return { imports, uploads };
};
