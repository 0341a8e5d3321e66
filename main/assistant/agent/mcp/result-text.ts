/** What a server answered, as a text. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

type Part = CallToolResult['content'][number];

const bytesOf = (base64: string): number => Buffer.byteLength(base64, 'base64');

const partText = (part: Part): string => {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
    case 'audio':
      return `[${part.type} ${part.mimeType}, ${bytesOf(part.data)} bytes, not shown]`;
    case 'resource':
      return 'text' in part.resource
        ? `[resource ${part.resource.uri}]\n${part.resource.text}`
        : `[resource ${part.resource.uri}, ${bytesOf(part.resource.blob)} bytes, not shown]`;
    case 'resource_link':
      return `[link ${part.uri}] ${part.title ?? part.name}`;
  }
};

/** What a server answered, as a text: its parts in order; its structured content where there are none. */
export const resultText = (result: CallToolResult): string => {
  if (result.content.length > 0) return result.content.map(partText).join('\n\n');
  return result.structuredContent === undefined ? '' : JSON.stringify(result.structuredContent);
};
