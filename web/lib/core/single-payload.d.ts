/** The SIMD binary, as base64 of its gzip; empty in a worker, which is sent the bytes. Put in by the build. */
export declare const binary: string;
/** The script of the workers, in one piece; empty in a worker. */
export declare const workerCode: string;
