// Copies the environment of the process, since Emscripten's getenv knows only a few artificial variables.
Module.preRun = () => Object.assign(ENV, process.env);
