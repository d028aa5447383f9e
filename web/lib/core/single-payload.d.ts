/** The SIMD binary, gzipped, in base64. The build inserts it. It is empty in a worker, which receives the bytes in a message. */
export declare const binary: string;
/** The script of the workers as one text; empty in a worker. */
export declare const workerCode: string;
