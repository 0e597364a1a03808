import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

const idOf = ({ id }: AnyStateNode): string => id.replaceAll(/\W/g, '_');
const pathOf = (node: AnyStateNode): readonly AnyStateNode[] =>
  node.parent === undefined ? [node] : [...pathOf(node.parent), node];
const childrenOf = (node: AnyStateNode): readonly AnyStateNode[] => Object.values(node.states);
const nameOf = (part: unknown): string => (typeof part === 'string' ? part : String((part as { type: unknown }).type));

const eventOf = (eventType: string): string => /^xstate\.after\.(\w+)\./.exec(eventType)?.[1] ?? eventType;
/** The event, and the guard with the parameter that distinguishes it from its alternatives. */
const labelOf = ({ eventType, guard }: AnyTransitionDefinition): string => {
  const event = eventType.startsWith('xstate.after.') ? `after ${eventOf(eventType)}` : eventType;
  return [event, ...(guard === undefined ? [] : [`[${nameOf(guard)}]`])].filter((part) => part !== '').join(' ');
};

type Arrow = { readonly inside: AnyStateNode; readonly from: string; readonly to: string; readonly label: string };

/**
 * An arrow between siblings. Mermaid draws an arrow across the border of a box wrongly, so arrows start and end at the boxes
 * and their labels name the states inside. An arrow from a box to its own child starts at a separate state, `any`.
 */
const arrowTo = (transition: AnyTransitionDefinition, target: AnyStateNode): Arrow => {
  const source: AnyStateNode = transition.source;
  const [from, to] = [pathOf(source), pathOf(target)];
  const shared = from.filter((node, index) => node === to[index]);
  const isOwnChild = shared.length === from.length && from.length < to.length;
  const inside = isOwnChild ? source : (shared.at(source === target ? -2 : -1) ?? source.machine.root);
  const depth = pathOf(inside).length;
  const start = from[depth];
  const end = to[depth] ?? target;
  const within = [
    ...(start === undefined || start === source ? [] : [`in ${source.key}`]),
    ...(end === target ? [] : [`to ${target.key}`]),
  ];
  return {
    inside,
    from: isOwnChild || start === undefined ? `${idOf(inside)}_any` : idOf(start),
    to: idOf(end),
    label: [labelOf(transition), ...within].join(', '),
  };
};

const transitionsOf = (node: AnyStateNode): readonly AnyTransitionDefinition[] => [
  ...[...node.transitions.values()].flat(),
  ...(node.always ?? []),
  ...childrenOf(node).flatMap(transitionsOf),
];

/** The requests of a state, and its transitions that stay in it. */
const notesOf = (node: AnyStateNode): readonly string[] => {
  const line = (label: string, actions: readonly unknown[]): string[] => {
    const names = actions.map(nameOf).filter((name) => !name.startsWith('xstate.'));
    return names.length === 0 ? [] : [`${label} / ${names.join(', ')}`];
  };
  const staying = [...node.transitions.values()].flat().filter(({ target }) => target === undefined);
  return [
    ...line('entry', node.entry),
    ...line('exit', node.exit),
    ...staying.flatMap((transition) => line(labelOf(transition), transition.actions)),
  ];
};

const drawn = (node: AnyStateNode, arrows: readonly Arrow[], indent: string): readonly string[] => {
  const isRoot = node.parent === undefined;
  const inner = isRoot ? indent : `${indent}  `;
  const own = arrows.filter(({ inside }) => inside === node);
  const joined = Map.groupBy(own, ({ from, to }) => `${from} --> ${to}`);
  const children = childrenOf(node);
  const initial = node.type === 'compound' ? node.initial.target?.[0] : undefined;
  const content = [
    ...(initial === undefined ? [] : [`${inner}[*] --> ${idOf(initial)}`]),
    ...(own.some(({ from }) => from.endsWith('_any')) ? [`${inner}state "any" as ${idOf(node)}_any`] : []),
    ...children.flatMap((child, index) => [
      ...(node.type === 'parallel' && index > 0 ? [`${inner}--`] : []),
      ...drawn(child, arrows, inner),
    ]),
    ...[...joined].map(([arrow, all]) => `${inner}${arrow} : ${all.map(({ label }) => label).join('<br/>')}`),
  ];
  const notes = notesOf(node);
  if (isRoot) return content;
  const id = idOf(node);
  if (children.length === 0)
    return [`${indent}state "${node.key}" as ${id}`, ...notes.map((note) => `${indent}${id} : ${note}`)];
  return [
    `${indent}state "${node.key}" as ${id} {`,
    ...content,
    `${indent}}`,
    ...(notes.length === 0 ? [] : [`${indent}note right of ${id} : ${notes.join('<br/>')}`]),
  ];
};

const diagramOf = (machine: AnyStateMachine): string => {
  const root: AnyStateNode = machine.root;
  const arrows = transitionsOf(root).flatMap((transition) =>
    (transition.target ?? []).map((target: AnyStateNode) => arrowTo(transition, target)),
  );
  return ['```mermaid', 'stateDiagram-v2', ...drawn(root, arrows, '  '), '```'].join('\n');
};

/** One Mermaid state diagram per machine, as a Markdown document. */
export const machineDiagrams = (machines: Readonly<Record<string, { readonly machine: AnyStateMachine }>>): string =>
  [
    '# State machines of the client',
    'Generated by `npm run diagrams` from `packages/core/src/machines`. A line in a box says what the machine does or asks for on entry, on exit, or at an event that does not leave the state. `after` is a delay. `any` means every state of its box.',
    ...Object.entries(machines).map(([name, { machine }]) => `## ${name}\n\n${diagramOf(machine)}`),
  ]
    .join('\n\n')
    .concat('\n');
