import { comparesDrawnFiles } from './properties.suite.ts';

comparesDrawnFiles(40);
