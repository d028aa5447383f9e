import { mount } from 'svelte';
import Plane from './Plane.svelte';

mount(Plane, { target: document.querySelector('main') });
