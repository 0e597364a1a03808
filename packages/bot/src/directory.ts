export { isSignedBy, newIdentity, publicKeyIn } from './directory/identity.ts';
export { itemOf, lookAt, reasonOf, stateOf } from './directory/inventory.ts';
export { removeUnfinished, unfinishedPath } from './directory/unfinished.ts';
export { syncFile, syncFolder, writeWhole } from './directory/whole-file.ts';
