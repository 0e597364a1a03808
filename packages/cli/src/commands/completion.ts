import { Argument, type Command } from 'commander';
import { completeWord } from '../complete-word.ts';
import type { Host } from '../host.ts';
import { jsonLine } from '../output.ts';
import { defineCommand } from './define-command.ts';

/** `triquad completion bash|zsh|fish`: a script that completes commands, options, and their values. */
export const completionCommand = (host: Host): Command =>
  defineCommand(host, {
    name: 'completion',
    description: 'print a script that completes triquad in your shell',
    arguments: [new Argument('<shell>').choices(['bash', 'zsh', 'fish'])],
    examples: [
      ['source <(triquad completion bash)', 'for this shell'],
      ['triquad completion fish > ~/.config/fish/completions/triquad.fish', 'for good'],
    ],
    run: ({ options, args: [shell = ''] }) => {
      const script = scripts[shell as keyof typeof scripts];
      host.stdout.write(options.json ? jsonLine({ shell, script }) : script);
    },
  });

/** The scripts ask the program itself: it knows the words, and the names and ids of the bot. */
const scripts = {
  bash: `_triquad() {
  local IFS=$'\\n'
  COMPREPLY=($(triquad ${completeWord} "\${COMP_WORDS[@]:1:$COMP_CWORD}" 2> /dev/null))
}
complete -o default -F _triquad triquad
`,
  zsh: `#compdef triquad
_triquad() {
  local -a found
  found=("\${(@f)$(triquad ${completeWord} "\${(@)words[2,$CURRENT]}" 2> /dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -- $found; else _files; fi
}
compdef _triquad triquad
`,
  fish: `function __triquad_complete
  set -l words (commandline -opc) (commandline -ct)
  triquad ${completeWord} $words[2..] 2> /dev/null
end
complete -c triquad -a '(__triquad_complete)'
`,
} as const;
