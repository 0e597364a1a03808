import type { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Trust } from './trust.ts';

type Connected = (error: Error | null, socket?: Duplex) => void;
type Options = { readonly provenWithin?: AbortSignal };

const agents = new WeakMap<Trust, Agent>();

/** Connections to the bot at an address that are handed out once it has proven itself over each. */
export function provingAgent(trust: Trust): Agent {
  const known = agents.get(trust);
  if (known !== undefined) return known;
  const secure = trust.url.startsWith('https:');
  const { Agent: Plain } = process.getBuiltinModule(secure ? 'node:https' : 'node:http');
  const agent = new Plain({ keepAlive: true });
  const connect = agent.createConnection.bind(agent) as (options: object) => Duplex;
  agent.createConnection = ((options: Options, done: Connected) => {
    const proven = async () => {
      const { prove } = await import('./prove.ts');
      const socket = connect(options);
      try {
        return (await prove(socket, trust, options.provenWithin)) ? socket : connect(options);
      } catch (error) {
        socket.destroy();
        throw error;
      }
    };
    proven().then(
      (socket) => done(null, socket),
      (error: Error) => done(error),
    );
  }) as typeof agent.createConnection;
  agents.set(trust, agent);
  return agent;
}
