import { comparesDrawnSockets } from './sockets.suite.ts';

comparesDrawnSockets(200);
