export { DEFAULT_MESSAGE_LIMIT, FrameDecoder, type Framing } from './decoder.js';
export { encodeMessage, FrameEncoder } from './encoder.js';
export { FramingError, type FramingFault } from './framing-error.js';
export { MessageStream, type MessageStreamOptions } from './message-stream.js';
export { type MessageText, MessageWriter, type WriterTarget } from './message-writer.js';
export { decodeText, decodeTextInTurns } from './text.js';
export { sendWholePackets } from './whole-packets.js';
