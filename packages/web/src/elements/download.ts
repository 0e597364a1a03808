/** Hands a text, or bytes, to the browser as a file. */
export const download = (name: string, content: string | Blob, type = 'text/plain'): void => {
  const isText = typeof content === 'string';
  const url = URL.createObjectURL(new Blob([content], { type: isText ? `${type};charset=utf-8` : type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};
