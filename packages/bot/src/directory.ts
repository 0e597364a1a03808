export { isSignedBy, newIdentity, publicKeyIn } from './directory/identity.ts';
export {
  type Directory,
  type ItemState,
  itemOf,
  lookAt,
  obstaclesIn,
  reasonOf,
  stateOf,
} from './directory/inventory.ts';
export { removeUnfinished, type Stage, unfinishedPath } from './directory/unfinished.ts';
export { syncFile, syncFolder, writeWhole } from './directory/whole-file.ts';
