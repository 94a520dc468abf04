/** A note, checkpoint or key that is not written as C2SP says; the message names the place and what would be right. */
export class NoteFault extends Error {}
