/** The library writes its metadata while it is loaded. */
import 'reflect-metadata';
import * as library from '@peculiar/x509';

export { library };
