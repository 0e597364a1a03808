/** Before the words of a line it asks for what may stand for the last of them. For the completion scripts alone. */
export const completeWord = '__complete';
