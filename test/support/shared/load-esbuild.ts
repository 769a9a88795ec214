// esbuild keeps the working directory in which it is loaded. A test may enter a folder, and remove it.
import 'esbuild';
