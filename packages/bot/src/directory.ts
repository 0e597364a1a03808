export { syncFile, syncFolder, writeWhole } from './journal/whole-file.ts';
export {
  type Directory,
  type ItemState,
  itemOf,
  lookAt,
  obstaclesIn,
  reasonOf,
  stateOf,
} from './maintenance/inventory.ts';
