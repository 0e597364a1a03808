/** Markup that is safe to send: all that came from outside is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = string | number | null | Html | readonly Content[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template of markup. Texts and numbers in it are escaped, null is nothing; values stand in text or quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(parts.map((part, index) => part + textOf(values[index] ?? null)).join(''));
}

function textOf(content: Content): string {
  if (content === null) return '';
  if (content instanceof Html) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  // A browser takes no control characters; those that turn the direction of text would make it read as another.
  const plain = String(content).replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    /\s/.test(character) ? character : '�',
  );
  return plain.toWellFormed().replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
