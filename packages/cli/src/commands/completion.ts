import { Argument, type Command } from 'commander';
import type { Host } from '../host.ts';
import { jsonLine } from '../output.ts';
import { defineCommand } from './define-command.ts';

interface Words {
  readonly name: string;
  readonly words: readonly string[];
}

/** `triquad completion bash|zsh|fish`: a script that completes the commands and options of `program`. */
export const completionCommand = (host: Host, program: Command): Command =>
  defineCommand(host, {
    name: 'completion',
    description: 'print a script that completes triquad in your shell',
    arguments: [new Argument('<shell>').choices(Object.keys(scripts))],
    examples: [
      ['source <(triquad completion bash)', 'for this shell'],
      ['triquad completion fish > ~/.config/fish/completions/triquad.fish', 'for good'],
    ],
    run: ({ options, args: [shell = ''] }) => {
      const script = scripts[shell as keyof typeof scripts](vocabulary(program));
      host.stdout.write(options.json ? jsonLine({ shell, script }) : script);
    },
  });

function vocabulary(program: Command): Words[] {
  const options = (command: Command) => command.options.flatMap(({ long }) => (long ? [long] : []));
  const choices = ({ registeredArguments }: Command) =>
    registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return program.commands.map((command) => ({
    name: command.name(),
    words: [
      ...new Set([command, ...command.commands].flatMap(choices)),
      ...command.commands.map((one) => one.name()),
      ...new Set([command, ...command.commands].flatMap(options)),
      '--help',
    ],
  }));
}

const scripts = { bash, zsh, fish };

function bash(commands: readonly Words[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) words="${words.join(' ')}" ;;`);
  return `_triquad() {
  local words="${commands.map(({ name }) => name).join(' ')} --help --version"
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _triquad triquad
`;
}

function zsh(commands: readonly Words[]): string {
  const cases = commands.map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')} ;;`);
  return `#compdef triquad
_triquad() {
  if (( CURRENT == 2 )); then compadd -- ${commands.map(({ name }) => name).join(' ')} --help --version; return; fi
  case "$words[2]" in
${cases.join('\n')}
  esac
  _files
}
compdef _triquad triquad
`;
}

function fish(commands: readonly Words[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const lines = commands.map(
    ({ name, words }) => `complete -c triquad -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`,
  );
  return `complete -c triquad -n 'not __fish_seen_subcommand_from ${names}' -f -a '${names}'\n${lines.join('\n')}\n`;
}
