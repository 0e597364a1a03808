import { comparesDrawnFolders } from './folders.suite.ts';

comparesDrawnFolders(200);
