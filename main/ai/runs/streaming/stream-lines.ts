/** The lines of a stream, and the server-sent events they make. */

/** Cuts text into lines, whichever of the three ends they have. What stands behind the last end is a line, too. */
export const splitLines = (): TransformStream<string, string> => {
  let rest = '';
  let isAfterReturn = false;
  return new TransformStream({
    transform(chunk, controller) {
      const text = isAfterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk;
      if (chunk !== '') isAfterReturn = chunk.endsWith('\r');
      const lines = (rest + text).split(/\r\n|\r|\n/u);
      rest = lines.pop() ?? '';
      for (const line of lines) controller.enqueue(line);
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(rest);
    },
  });
};

/** Lines in, the data of an event out, whether it stood on one line or on several; nobody reads their other fields. */
export const joinEvents = (): TransformStream<string, string> => {
  let data: string[] = [];
  const end = (controller: TransformStreamDefaultController<string>): void => {
    if (data.length > 0) controller.enqueue(data.join('\n'));
    data = [];
  };
  return new TransformStream({
    transform(line, controller) {
      if (line === '') end(controller);
      else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /u, ''));
    },
    flush: end,
  });
};

/** The same data as an event again. */
export const eventOf = (data: string): string =>
  `${data
    .split('\n')
    .map((line) => `data: ${line}\n`)
    .join('')}\n`;
