/** The journal was put back to a backup of `made_at` that held `facts` facts; what came after them is not in it. */
export type BackupRestored = {
  readonly type: 'BackupRestored';
  readonly made_at: string;
  readonly facts: number;
  readonly at: number;
};
/** An administrator accepted a loss, said in `lost` line by line; `from` and `to` are the facts that are known to be missing. It halts the bot. */
export type LossAdopted = {
  readonly type: 'LossAdopted';
  readonly lost: readonly string[];
  readonly from: number | null;
  readonly to: number | null;
  readonly at: number;
};
export type UpkeepEvent = BackupRestored | LossAdopted;
