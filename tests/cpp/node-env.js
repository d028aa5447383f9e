// Gives the tests the environment of the process: Emscripten's own getenv knows only a few made-up variables.
Module.preRun = () => Object.assign(ENV, process.env);
