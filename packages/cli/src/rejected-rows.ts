import { basename } from 'node:path';

const mostShown = 20;

/** Shows the first rows of a recording that were left out, each in a line, then how many more there were. */
export function createRejects(note: (line: string) => void) {
  let count = 0;
  return {
    add: ({ file, line, field, message }: { file: string; line: number; field: string; message: string }) => {
      if (++count <= mostShown) note(`${basename(file)}${line > 0 ? `:${line}` : ''}: ${field}: ${message}`);
    },
    end: () => {
      if (count > mostShown) note(`… and ${count - mostShown} more rows left out`);
    },
  };
}
